import { readdir, readFile } from 'node:fs/promises'

/** Ticks per second of the kernel clock that counts processor time; 100 on Linux. */
const ticksPerSecond = 100

/**
 * Returns the CPU time of a process so far, in microseconds, including all threads and kernel time. The scheduler counts
 * existing threads in nanoseconds; without its figures, the clock counts in steps of 10 ms.
 */
export async function processCpuUs(pid: number): Promise<number> {
	try {
		const threads = await readdir(`/proc/${pid}/task`)
		const used = await Promise.all(threads.map(thread => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')))
		return used.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1_000, 0)
	} catch {
		return await processTicksUs(pid)
	}
}

async function processTicksUs(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8')
	// The program name, in brackets, may contain spaces.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
	return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond
}

/** Returns the memory of a process, in MiB. */
export async function processRssMib(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1_024
}
