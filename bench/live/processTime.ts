import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const tickMs = 10

const fieldsOf = (pid: number | string) => {
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
	return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Processor time of a process and its children since their start, also of children that have ended, in ms. */
export function processTimeMs(pid: number): number {
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
	let ms = 0
	for (const each of pids) {
		try {
			const fields = fieldsOf(each)
			if (Number(each) !== pid && Number(fields[1]) !== pid) continue
			ms += (Number(fields[11]) + Number(fields[12])) * tickMs
			if (Number(each) === pid) ms += (Number(fields[13]) + Number(fields[14])) * tickMs
		} catch {
			// The process has ended meanwhile.
		}
	}
	return ms
}

/** Memory of a process, in MiB. */
export const residentMiB = (pid: number): number =>
	Math.round((Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 2 ** 20)
