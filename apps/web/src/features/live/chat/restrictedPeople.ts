import type { Room } from '@parley/im-sdk'

/** People who are muted or banned. */
export interface RestrictedPeople {
	/** `until` in ms on this page's clock. */
	readonly muted: readonly { userId: string; until: number }[]
	readonly removed: readonly { userId: string; name: string }[]
}

export const nobodyRestricted: RestrictedPeople = { muted: [], removed: [] }

/** Rejects for people who do not moderate the room. */
export async function loadRestrictedPeople(
	room: Pick<Room, 'members'>,
	toLocal: (at: number) => number,
): Promise<RestrictedPeople> {
	const muted: { userId: string; until: number }[] = []
	const removed: { userId: string; name: string }[] = []
	for await (const { list } of room.members())
		for (const { userId, silence } of list) if (silence !== undefined) muted.push({ userId, until: toLocal(silence) })
	for await (const { list } of room.members({ banned: true }))
		for (const { userId, nickName } of list) removed.push({ userId, name: nickName })
	return { muted, removed }
}
