import type { ImAppId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { GroupRow, MessagingStore } from '../store/store.ts'
import { mayBringIn, standingOf } from './groupPolicy.ts'
import type { QrCodes } from './qrCodes.ts'

interface InvitationDeps {
	store: Pick<MessagingStore, 'findMembers'>
	qrCodes: QrCodes
	timers: Timers
}

/** Whether a code brings into a group: it has not expired, and who made it may still bring people in. */
export async function isInvitation(
	{ store, qrCodes, timers }: InvitationDeps,
	appId: ImAppId,
	group: GroupRow,
	code: string,
): Promise<boolean> {
	const now = timers.now()
	const issuer = qrCodes.findIssuer({ appId, gid: group.id }, code, now)
	if (issuer === undefined) return false
	const [row] = await store.findMembers(appId, group.id, [issuer])
	return mayBringIn(group, standingOf(group, row, { isGuest: false }, now))
}
