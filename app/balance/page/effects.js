// effects
