import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Received, SmsSender } from './sender.ts'

const kept = 50

export interface SimulatedInbox extends SmsSender {
	/** What came, the newest first. */
	recent(): Received[]
}

/** Delivers to nobody: messages wait here to be looked at. In the demo they are in the log as well. */
export function simulatedInbox({ clock, log, isDemo }: { clock: Clock; log: Log; isDemo: boolean }): SimulatedInbox {
	const inbox: Received[] = []
	return {
		name: 'simulated inbox',
		async send({ to, text }) {
			inbox.unshift({ at: clock.now(), to, text })
			inbox.length = Math.min(inbox.length, kept)
			if (isDemo) log.info({ to, text }, 'text message (simulated)')
		},
		recent: () => inbox.map(message => ({ ...message })),
	}
}
