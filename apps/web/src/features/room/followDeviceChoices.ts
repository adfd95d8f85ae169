import { type Playback, reopenedKinds } from '../../media/index.ts'
import type { LocalDevices } from './localDevices.ts'
import type { RoomDeps } from './roomDeps.ts'

export type FollowedDeps = Pick<RoomDeps, 'deviceChoices' | 'findSpeaker' | 'watchDevices'>

export interface Followers {
	localDevices: Pick<LocalDevices, 'reopen'>
	playback: Pick<Playback, 'setSpeaker'>
	/** The background is not blurred any more, because the machine is too slow for it. */
	onBlurTooSlow(): void
}

/** Uses the devices that are chosen, also when that changes in the middle of a call, until the function it returns is called. */
export function followDeviceChoices(
	{ deviceChoices, findSpeaker, watchDevices }: FollowedDeps,
	{ localDevices, playback, onBlurTooSlow }: Followers,
): () => void {
	const followSpeaker = async () => playback.setSpeaker(await findSpeaker())
	void followSpeaker()
	const stopChoices = deviceChoices.subscribe(before => {
		const choices = deviceChoices.get()
		for (const kind of reopenedKinds(before, choices)) void localDevices.reopen(kind)
		if (choices.speaker !== before.speaker) void followSpeaker()
		if (choices.isBlurTooSlow && !before.isBlurTooSlow) onBlurTooSlow()
	})
	// One that was gone may be back.
	const stopDevices = watchDevices(() => void followSpeaker())
	return () => {
		stopChoices()
		stopDevices()
	}
}
