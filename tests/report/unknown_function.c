// verdict: unknown
// shows: next: give a definition of frobnicate
// shows: ! not modelled (a proof cannot rest on it): frobnicate()
void frobnicate(void);

int main(void) {
  frobnicate();
  return 0;
}
