// balance
