import type { CallInput } from '@parley/im'
import { misuse } from '../core/errors.ts'
import type { Outbox, OutgoingMessage } from '../outbox/outbox.ts'

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
	outbox: Outbox,
	newId: () => string,
	target: { gid: string } | { userId: string },
	draft: Draft | undefined,
	sender: Omit<CallInput<'groupSend'>, 'gid' | 'content'> = {},
): OutgoingMessage {
	// IMCALL-04
	if (!draft || typeof draft.content !== 'string') throw misuse('vaild param')
	const data = { type: 0, ...sender, ...draft, cmid: draft.cmid ?? newId() }
	return 'gid' in target
		? outbox.send({ call: 'groupSend', to: target.gid, data })
		: outbox.send({ call: 'chatSend', to: target.userId, data })
}
