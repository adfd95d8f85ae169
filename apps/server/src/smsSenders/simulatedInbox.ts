import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ReceivedSms, SmsSender } from './sender.ts'

const maxMessages = 50

export interface SimulatedInbox extends SmsSender {
	/** Newest first. */
	recent(): ReceivedSms[]
}

/** Keeps messages in memory instead of delivering them; in the demo they are logged too. */
export function createSimulatedInbox({
	clock,
	log,
	isDemo,
}: {
	clock: Clock
	log: Log
	isDemo: boolean
}): SimulatedInbox {
	const inbox: ReceivedSms[] = []
	return {
		name: 'simulated inbox',
		canSend: () => true,
		async send({ to, text }) {
			inbox.unshift({ at: clock.now(), to, text })
			inbox.length = Math.min(inbox.length, maxMessages)
			if (isDemo) log.info({ to, text }, 'text message (simulated)')
		},
		recent: () => inbox.map(message => ({ ...message })),
	}
}
