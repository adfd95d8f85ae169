import { readFileSync, rmSync } from 'node:fs'
import * as v from 'valibot'
import { writeFileAtomically } from '../../../platform/atomicFile.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { ReceivedSms, SmsSender } from '../sender.ts'

const maxMessages = 50

/** In the data folder of a demo; the dot keeps it out of backups. */
export const inboxFile = '.simulated-inbox.json'

export interface SimulatedInbox extends SmsSender {
	/** Newest first. */
	recent(): ReceivedSms[]
}

export interface SimulatedInboxDeps {
	clock: Clock
	log: Log
	isDemo: boolean
	/** File in which a demo keeps its messages across restarts; otherwise they are kept in memory only. */
	file?: string | undefined
}

/** Keeps messages instead of delivering them; in the demo they are logged, and are there again after a restart. */
export function createSimulatedInbox({ clock, log, isDemo, file }: SimulatedInboxDeps): SimulatedInbox {
	const keptIn = isDemo ? file : undefined
	// The server is no longer a demo.
	if (!isDemo && file !== undefined) rmSync(file, { force: true })
	const inbox = keptIn === undefined ? [] : readMessages(keptIn)

	function keep() {
		if (keptIn === undefined) return
		try {
			writeFileAtomically(keptIn, JSON.stringify(inbox))
		} catch (error) {
			log.warn({ err: error }, 'the simulated inbox was not stored')
		}
	}

	return {
		name: 'simulated inbox',
		canSend: () => true,
		async send({ to, text }) {
			inbox.unshift({ at: clock.now(), to, text })
			inbox.length = Math.min(inbox.length, maxMessages)
			keep()
			if (isDemo) log.info({ to, text }, 'text message (simulated)')
		},
		recent: () => inbox.map(message => ({ ...message })),
	}
}

const Messages = v.array(v.object({ at: v.number(), to: v.string(), text: v.string() }))

/** Returns no messages if the file is missing or invalid. */
function readMessages(file: string): ReceivedSms[] {
	try {
		return v.parse(Messages, JSON.parse(readFileSync(file, 'utf8')))
	} catch {
		return []
	}
}
