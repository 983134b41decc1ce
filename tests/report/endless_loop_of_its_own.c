// verdict: false(termination)
// flags: --property termination
// shows: ✗ livelock
// shows: for ever
int main(void) {
  unsigned char i = 0;
  while (i != 255) i += 2;
  return 0;
}
