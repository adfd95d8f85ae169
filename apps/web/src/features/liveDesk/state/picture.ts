import type { DeskState, LiveHealth } from '@parley/api'
import { m } from '../../../locales/index.ts'

const picturePhases = {
	waiting: () => m.desk_picture_waiting(),
	publishing: () => m.desk_picture_publishing(),
	silent: () => m.desk_picture_silent(),
	gone: () => m.desk_picture_gone(),
	ended: () => m.desk_picture_waiting(),
} as const satisfies Record<LiveHealth['phase'], () => string>

/** A picture is being sent, or was a moment ago. */
export const hasPicture = ({ health, meetingPublishing }: DeskState): boolean =>
	health?.phase === 'publishing' || meetingPublishing?.isPublishing === true

/** On air without a picture: viewers read that it is about to start. After a loss the publisher is waited for. */
export const isOnAirWithoutPicture = (desk: DeskState): boolean =>
	desk.status === 'onAir' && desk.health?.phase !== 'silent' && !hasPicture(desk)

/** Describes the problem with the picture of a running live. */
export function pictureTrouble(desk: DeskState): string | undefined {
	const { status, health } = desk
	if (isOnAirWithoutPicture(desk)) return m.desk_on_air_without_picture()
	const isLost =
		(status === 'onAir' || status === 'suspended') && (health?.phase === 'silent' || health?.phase === 'gone')
	return isLost ? picturePhases[health.phase]() : undefined
}

/** Viewers read different messages before the start, while on air and during a pause; after the end no picture is expected. */
export function pictureText({ status, health, canBroadcast }: DeskState): string | undefined {
	if (status === 'over') return undefined
	const phase = health?.phase ?? 'waiting'
	if (phase === 'publishing') return arrivingTexts[status]()
	return status === 'notStarted' && canBroadcast ? m.desk_start_without_picture() : picturePhases[phase]()
}

const arrivingTexts = {
	notStarted: () => m.desk_picture_unseen(),
	onAir: () => m.desk_picture_publishing(),
	suspended: () => m.desk_picture_paused(),
} as const satisfies Record<Exclude<DeskState['status'], 'over'>, () => string>
