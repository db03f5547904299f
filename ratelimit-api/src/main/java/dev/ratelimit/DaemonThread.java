package dev.ratelimit;

/** Threads that never keep a process alive. */
final class DaemonThread {

  private DaemonThread() {}

  static Thread of(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
