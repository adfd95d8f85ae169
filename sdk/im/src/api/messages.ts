import { misuse } from '../core/errors.ts'
import type { OutgoingMessage } from '../outbox/outbox.ts'
import type { IMContext } from './context.ts'

/** What one writes. Fields of the application travel with it. */
export interface Draft {
	/** 0 is text. */
	type?: number
	content: string
	/** JSON text of the application. */
	custom?: string
	attachment?: string
	/** Made by the SDK where it is missing: the same one is stored once. */
	cmid?: string
	[field: string]: unknown
}

/** Puts a message into the outbox. @throws {IMError} where nothing was given, or nobody is logged in */
export function sendDraft(
	{ outbox, newId, sender }: IMContext,
	target: { gid: string } | { userId: string },
	draft: Draft | undefined,
): OutgoingMessage {
	const to = outbox()
	// IMCALL-04
	if (!draft || typeof draft.content !== 'string') throw misuse('vaild param')
	const data = { type: 0, ...('gid' in target ? sender(target.gid) : {}), ...draft, cmid: draft.cmid ?? newId() }
	return to.send(
		'gid' in target ? { call: 'groupSend', to: target.gid, data } : { call: 'chatSend', to: target.userId, data },
	)
}
