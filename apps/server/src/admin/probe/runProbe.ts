import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createMetricsServer } from '../../http/metrics.ts'
import { type CommandEnvironment, type CommandResult, failure, success } from '../../platform/command.ts'
import type { ProbeTarget, StepResult } from './probe.ts'
import type { ProbeOptions } from './probeCommand.ts'
import { probeInProcess } from './probeInProcess.ts'
import { createProbeMetrics } from './probeMetrics.ts'

/** Variable with the password of the meeting: arguments of a process are visible to all users of the machine. */
const passwordVariable = 'PARLEY_PROBE_PASSWORD'

/** Probes once, or with `listen` until the process is stopped. */
export async function runProbe(
	url: string,
	{ meeting, name, timeout, every, listen }: ProbeOptions,
	{ environment, print, onInterrupt }: CommandEnvironment,
): Promise<CommandResult> {
	const target: ProbeTarget = {
		url,
		meetingId: meeting,
		password: environment[passwordVariable],
		name,
		withinMs: timeout * 1_000,
	}
	if (listen === undefined) {
		const results = await probeInProcess(target)
		const lines = results.map(toLine)
		if (meeting === undefined) lines.push('Only the page was asked for: with --meeting, a guest joins a meeting.')
		return results.some(result => result.failure !== undefined) ? failure(...lines) : success(...lines)
	}
	const metrics = createProbeMetrics(Date.now)
	const server = createMetricsServer(metrics.registry, environment.PARLEY_METRICS_TOKEN).listen(listen)
	await once(server, 'listening')
	const stop = new AbortController()
	const forget = onInterrupt(() => stop.abort())
	print(`probing ${new URL(url).origin} every ${every} s, metrics on port ${listen.port} of ${listen.host}`)
	while (!stop.signal.aborted) {
		const startedAt = performance.now()
		const results = await probeInProcess(target)
		metrics.record(results)
		for (const result of results) if (result.failure !== undefined) print(toLine(result))
		const restMs = Math.max(0, every * 1_000 - (performance.now() - startedAt))
		await delay(restMs, undefined, { signal: stop.signal }).catch(() => {})
	}
	forget()
	server.close().closeAllConnections()
	return success()
}

function toLine({ step, ms, failure: reason, skipped }: StepResult): string {
	const outcome = reason === undefined ? 'ok     ' : 'PROBLEM'
	const took = `${(ms / 1_000).toFixed(2)} s`
	return `${skipped === undefined ? outcome : 'skipped'}  ${step.padEnd(5)}  ${skipped ?? (reason === undefined ? took : `${reason} (${took})`)}`
}
