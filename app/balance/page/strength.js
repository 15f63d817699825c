// strength
