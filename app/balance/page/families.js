// families
