extern int shared;
int scale(int x);
int counter(void);
