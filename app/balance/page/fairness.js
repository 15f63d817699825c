// fairness
