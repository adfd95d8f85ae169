import { fork } from 'node:child_process'
import { type ProbeTarget, probeSteps, type StepResult } from './probe.ts'

const entry = new URL('./process/main.ts', import.meta.url)
/** Time to start and to leave, beyond that of all steps. */
const spareMs = 15_000
/** Arguments of Node that every process of the server needs. */
const sharedArguments = /^--(?:import|disable-warning)=/

/**
 * Probes in a process of its own: the media library can block its process, or end it, and frees nothing that is not ended
 * with it.
 */
export function probeInProcess(target: ProbeTarget, file: URL = entry): Promise<StepResult[]> {
	const startedAt = performance.now()
	const child = fork(file, { execArgv: process.execArgv.filter(argument => sharedArguments.test(argument)) })
	return new Promise(resolve => {
		const kill = () => child.kill('SIGKILL')
		const finish = (results: StepResult[]) => {
			clearTimeout(timer)
			process.off('exit', kill)
			kill()
			resolve(results)
		}
		const fail = (failure: string) => finish([{ step: 'media', ms: performance.now() - startedAt, failure }])
		const timer = setTimeout(() => fail('the probe did not end in time'), target.withinMs * probeSteps.length + spareMs)
		process.once('exit', kill)
		child.once('message', results => finish(results as StepResult[]))
		child.once('error', () => fail('the process of the probe did not start'))
		child.once('exit', () => fail('the process of the probe ended early'))
		child.send(target)
	})
}
