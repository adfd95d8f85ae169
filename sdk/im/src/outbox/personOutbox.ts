import type { Environment, KeyValueStorage } from '../core/environment.ts'
import type { Stats } from '../core/stats.ts'
import type { ExchangeCall } from '../session/requests.ts'
import { createOutbox, type MessageStatusEvent, type Outbox } from './outbox.ts'
import { shareBetweenTabs } from './tabs.ts'

interface PersonOutboxDeps {
	env: Environment
	stats: Stats
	storage: KeyValueStorage
	call: ExchangeCall
	emit(name: 'messageStatus', event: MessageStatusEvent): void
}

/** The outbox of the last logged-in person. It outlives a session, so that nothing is lost when one ends. */
export interface PersonOutbox {
	/** @returns this person's outbox; another one's is closed, and its messages stay stored */
	of(person: { uid: string; appId: string }): Outbox
	readonly current: Outbox | undefined
	/** Call when a user has logged in: sends messages, including those of closed tabs. */
	open(): void
	/** Stops sending; another client of this tab may take over. */
	close(): void
}

export function createPersonOutbox({ env, stats, storage, call, emit }: PersonOutboxDeps): PersonOutbox {
	let base: string | undefined
	let current: Outbox | undefined
	let release: (() => void) | undefined
	let adopt: (() => void) | undefined
	function close() {
		current?.close()
		release?.()
		current = undefined
	}
	return {
		of({ uid, appId }) {
			const next = `im:${appId}:${uid}:outbox:`
			if (current && base === next) return current
			close()
			const tabs = shareBetweenTabs(env, storage, next)
			const outbox = createOutbox({ env, stats, storage, call, prefix: tabs.prefix, emit })
			adopt = () => void tabs.watchOthers(other => void outbox.adopt(other))
			adopt()
			base = next
			current = outbox
			release = tabs.release
			return outbox
		},
		open() {
			current?.open()
			adopt?.()
		},
		close,
		get current() {
			return current
		},
	}
}
