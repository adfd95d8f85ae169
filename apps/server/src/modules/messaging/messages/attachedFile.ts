import { ok, type Result } from '@parley/core'
import { contentTypes, type MessageDraft } from '@parley/im'
import { type CallContext, type Refusal, refuse } from '../calls/context.ts'
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
