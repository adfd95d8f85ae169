import { ok, type Result } from '@parley/core'
import { contentTypes, type MessageDraft } from '@parley/im'
import { type CallContext, type Refusal, refuse, type Stored } from '../calls/context.ts'
import type { LoggedEvent } from '../model/event.ts'
import { isParticipantId, type MeetingAudience, type Participation } from '../ports/participation.ts'

/**
 * Replaces the id of a file, which a participant of a meeting sends as the content of a message, by the name and details that
 * the server knows: readers of a message trust neither to its author (ROOM-220). Returns other messages as they are.
 */
export async function withAttachedFile<D extends MessageDraft>(
	participation: Pick<Participation, 'attachFile'>,
	{ caller: { appId, uid } }: CallContext,
	draft: D,
	audience: MeetingAudience,
): Promise<Result<D, Refusal>> {
	if (draft.type !== contentTypes.file || !isParticipantId(uid)) return ok(draft)
	const attached = await participation.attachFile(appId, uid, audience, draft.content)
	if (!attached.ok) return attached.failure === 'off' ? refuse('allSilenced') : refuse('missing')
	return ok({ ...draft, content: attached.value.name, attachment: attached.value.details })
}

/**
 * Lets the readers of a stored message load its file (ROOM-222). A repetition does so again: the process may have ended
 * between the two.
 */
export async function openAttachedFile(participation: Pick<Participation, 'openFile'>, stored: Stored): Promise<void> {
	const event = stored.status === 'committed' ? stored.events[0] : stored.event
	const details = fileDetailsOf(event)
	if (event && details !== undefined && event.body.revoked !== true) await participation.openFile(details, event.ts)
}

/** Removes the file of a message that was revoked. */
export async function removeAttachedFile(
	participation: Pick<Participation, 'removeFile'>,
	message: LoggedEvent | undefined,
): Promise<void> {
	const details = fileDetailsOf(message)
	if (details !== undefined) await participation.removeFile(details)
}

/** Returns the details that the server wrote of the file of a message; undefined if the message has none. */
function fileDetailsOf(event: LoggedEvent | undefined): string | undefined {
	if (event?.name !== 'messagesReceived' || !isParticipantId(event.uid)) return undefined
	const { type, attachment } = event.body
	return type === contentTypes.file && typeof attachment === 'string' ? attachment : undefined
}
