import { type Playback, reopenedKinds } from '../../media/index.ts'
import type { LocalDevices } from './localDevices.ts'
import type { RoomDeps } from './roomDeps.ts'

export type FollowedDeps = Pick<RoomDeps, 'deviceChoices' | 'findSpeaker' | 'watchDevices'>

export interface Followers {
	localDevices: Pick<LocalDevices, 'reopen'>
	playback: Pick<Playback, 'setSpeaker'>
}

/** Uses the devices that are chosen, also when that changes in the middle of a call, until the function it returns is called. */
export function followDeviceChoices(
	{ deviceChoices, findSpeaker, watchDevices }: FollowedDeps,
	{ localDevices, playback }: Followers,
): () => void {
	const followSpeaker = async () => playback.setSpeaker(await findSpeaker())
	void followSpeaker()
	const stopChoices = deviceChoices.subscribe(before => {
		const choices = deviceChoices.get()
		for (const kind of reopenedKinds(before, choices)) void localDevices.reopen(kind)
		if (choices.speaker !== before.speaker) void followSpeaker()
	})
	// One that was gone may be back.
	const stopDevices = watchDevices(() => void followSpeaker())
	return () => {
		stopChoices()
		stopDevices()
	}
}
