// Linked with one unit for each public header: a function defined twice would not link.
int main() {}
