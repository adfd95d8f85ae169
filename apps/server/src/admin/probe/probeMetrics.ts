import { Counter, Gauge, Registry } from 'prom-client'
import { probeSteps, type StepResult } from './probe.ts'

/** Keeps the results of a probe as metrics. */
export function createProbeMetrics(now: () => number) {
	const registry = new Registry()
	const registers = [registry]
	const up = new Gauge({ name: 'parley_probe_up', help: '1 if the last probe reached the end', registers })
	const seconds = new Gauge({
		name: 'parley_probe_step_seconds',
		help: 'How long a step of the last probe took; nothing for one that was not tried',
		labelNames: ['step'],
		registers,
	})
	const failures = new Counter({
		name: 'parley_probe_failures_total',
		help: 'Probes that failed, by step',
		labelNames: ['step'],
		registers,
	})
	const runs = new Counter({ name: 'parley_probe_runs_total', help: 'Probes', registers })
	const lastRun = new Gauge({
		name: 'parley_probe_last_run_seconds',
		help: 'When the last probe ended, in seconds since 1970',
		registers,
	})
	for (const step of probeSteps) failures.inc({ step }, 0)
	return {
		registry,
		record(results: readonly StepResult[]): void {
			const failed = results.find(({ failure }) => failure !== undefined)
			up.set(failed ? 0 : 1)
			seconds.reset()
			for (const { step, ms, skipped } of results) if (skipped === undefined) seconds.set({ step }, ms / 1_000)
			if (failed) failures.inc({ step: failed.step })
			runs.inc()
			lastRun.set(now() / 1_000)
		},
	}
}
