// rule_set
