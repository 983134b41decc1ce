# SPDX-License-Identifier: GPL-3.0-or-later
"""A cluster of Slurm on this machine: a controller and some nodes, each of them a daemon, in a folder of its own. Needs root and the
Debian packages slurm-wlm and munge."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

CONF = """\
ClusterName=heddletest
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={dir}/munge/sock
SlurmctldPort={port}
StateSaveLocation={dir}/state
SlurmdSpoolDir={dir}/spool-%n
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd-%n.pid
SlurmctldLogFile={dir}/slurmctld.log
SlurmdLogFile={dir}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=100000
MpiDefault=none
ReturnToService=2
SlurmdTimeout=6
SlurmctldTimeout=6
KillWait=2
MinJobAge=300
MessageTimeout=5
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=1 RealMemory=3000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def why_not():
    """What is missing for such a cluster, or nothing."""
    missing = [p for p in ("munged", "slurmctld", "slurmd", "sbatch", "squeue") if not shutil.which(p, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]
    if missing:
        return "not installed: " + ", ".join(missing) + " (Debian: slurm-wlm, munge)"
    return "" if os.geteuid() == 0 else "needs root: the daemons start jobs as their users"


def free_ports(n):
    for first in range(20000 + os.getpid() % 20000, 60000, 50):
        try:
            for port in range(first, first + n):
                with socket.socket() as s:
                    s.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue
    raise OSError("no free ports")


class Cluster:
    def __init__(self, directory, nodes):
        self.dir, self.nodes, self.daemons = pathlib.Path(directory), nodes, {}
        host = socket.gethostname().split(".")[0]
        port = free_ports(nodes + 1)
        (self.dir / "munge").mkdir(parents=True)
        for name in ["state", *(f"spool-n{k}" for k in range(1, nodes + 1))]:
            (self.dir / name).mkdir()
        for d in (self.dir, *self.dir.parents):
            if d.stat().st_mode & 0o001 == 0 and str(d).startswith("/tmp/"):
                d.chmod(0o711)
        (self.dir / "munge").chmod(0o711)
        key = self.dir / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        (self.dir / "slurm.conf").write_text(CONF.format(host=host, dir=self.dir, port=port, nodes=nodes, first=port + 1, last=port + nodes))
        self.env = {**os.environ, "SLURM_CONF": str(self.dir / "slurm.conf"), "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}

    def __enter__(self):
        m = self.dir / "munge"
        try:
            self.start("munged", "munged", "--foreground", f"--socket={m}/sock", f"--key-file={m}/key", f"--pid-file={m}/pid", f"--log-file={m}/log", f"--seed-file={m}/seed")
            self.wait(lambda: (m / "sock").exists(), "munged")
            self.start_controller("-c")
            for k in range(1, self.nodes + 1):
                self.start_node(f"n{k}")
            self.wait(lambda: self.idle() == self.nodes, "idle nodes")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self, name, *command):
        self.daemons[name] = subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def start_controller(self, *more):
        self.start("slurmctld", "slurmctld", "-D", *more)

    def start_node(self, name):
        self.start(name, "slurmd", "-D", "-N", name)

    def kill_daemon(self, name):
        """That of a node, or the controller (slurmctld). What runs goes on."""
        self.daemons[name].send_signal(signal.SIGKILL)
        self.daemons.pop(name).wait()

    def kill_node(self, name):
        """The daemon and all that runs on the node, as when the machine is switched off."""
        self.kill_daemon(name)
        self.kill_steps(lambda environ: f"SLURMD_NODENAME={name}".encode() in environ)
        self.kill_steps(lambda environ: f"spool-{name}/".encode() in environ)

    def stop_controller(self):
        self.daemons["slurmctld"].send_signal(signal.SIGTERM)
        self.daemons.pop("slurmctld").wait()

    def command(self, *words):
        return subprocess.run(words, env=self.env, capture_output=True, text=True, timeout=30)

    def idle(self):
        return len(self.command("sinfo", "-h", "-N", "-t", "idle", "-o", "%N").stdout.split())

    def jobs(self):
        return self.command("squeue", "-h", "-r", "-o", "%i %T").stdout.split("\n")[:-1]

    def wait(self, done, what, seconds=20):
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise OSError(f"the cluster has no {what}: {self.command('sinfo').stdout}")
            time.sleep(0.05)

    def stop(self):
        if "slurmctld" in self.daemons:
            subprocess.run(["scancel", "--user=root"], env=self.env, capture_output=True, timeout=30)
        for name in sorted(self.daemons, key=lambda n: (n == "munged", n == "slurmctld")):
            self.daemons[name].send_signal(signal.SIGTERM)
            try:
                self.daemons[name].wait(5)
            except subprocess.TimeoutExpired:
                self.daemons[name].kill()
                self.daemons[name].wait()
        self.daemons.clear()
        self.kill_steps(lambda _: True)

    def kill_steps(self, wanted):
        """Processes of jobs: those that know this cluster, but for the daemons and whoever started us."""
        spared = {os.getpid(), *(d.pid for d in self.daemons.values())}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and int(entry.name) not in spared:
                    environ = (entry / "environ").read_bytes()
                    of_a_job = b"SLURM_JOB_ID=" in environ or b"slurmstepd" in (entry / "cmdline").read_bytes()
                    if of_a_job and str(self.dir).encode() in environ + (entry / "cmdline").read_bytes() and wanted(environ):
                        os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                pass
