// interactions
