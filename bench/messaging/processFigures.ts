import { readdir, readFile } from 'node:fs/promises'

/** Ticks per second of the kernel clock that counts processor time; 100 on Linux. */
const ticksPerSecond = 100

/**
 * Processor time a process has used so far, in microseconds, all its threads and the kernel for it counted. The scheduler counts it
 * in nanoseconds, of threads there are; where it does not, the clock counts it in steps of 10 ms.
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
	// The name of the program, in brackets, may have spaces.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
	return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond
}

/** Memory a process has, in MiB. */
export async function processRssMib(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1_024
}
