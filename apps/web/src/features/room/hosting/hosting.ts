import type { ParticipantId, Permissions, PollDraft, PresenceCalls, RemovedPerson } from '@parley/room'
import type { RoomConnection } from '../roomConnection.ts'
import type { ActionProblem } from '../roomState.ts'

/** The actions of those who run the meeting, and the own name. */
export interface Hosting {
	setLocked(isLocked: boolean): void
	setPermissions(changed: Partial<Permissions>): void
	/** Mutes all members and guests, and decides whether they may unmute themselves. */
	muteAll(mayUnmute: boolean): void
	lowerHands(): void
	/** Shows a person large to everybody; null ends that. */
	setSpotlight(participantId: ParticipantId | null): void
	/** Announces the end of the meeting for all, which can be taken back for ten seconds. */
	endMeeting(): void
	keepMeeting(): void
	muteParticipant(participantId: ParticipantId): void
	stopCameraOf(participantId: ParticipantId): void
	/** Asks a person to switch the microphone on. */
	askToUnmute(participantId: ParticipantId): void
	lowerHandOf(participantId: ParticipantId): void
	rename(participantId: ParticipantId, name: string): void
	setOwnName(name: string): void
	setCoHost(participantId: ParticipantId, isCoHost: boolean): void
	/** Makes another person the host. */
	handOverTo(participantId: ParticipantId): void
	removeParticipant(participantId: ParticipantId): void
	/** Allows a removed person to join again. */
	allowAgain(person: RemovedPerson): void
	/** Takes the role of host back, as the owner of the meeting. */
	reclaimHost(): void
	/** Resolves to whether the poll has begun. */
	startPoll(draft: PollDraft): Promise<boolean>
	/** Chooses an option of the poll, as everybody in the room may; resolves to whether it was counted. */
	answerPoll(id: number, optionIndex: number): Promise<boolean>
	endPoll(): void
	startRecording(): void
	stopRecording(): void
}

export interface HostingDeps {
	call: RoomConnection['call']
	onProblem(problem: ActionProblem): void
	/** Returns whether a microphone is on that muting all turns off. */
	isAnyUnmuted(): boolean
	onMutedAll(wereAllMuted: boolean): void
	onAllowedAgain(name: string): void
}

/** Calls the room; a refusal is shown, because the page may have offered what has just become impossible. */
export function createHosting({ call, onProblem, isAnyUnmuted, onMutedAll, onAllowedAgain }: HostingDeps): Hosting {
	async function act<K extends keyof PresenceCalls>(name: K, input: Parameters<PresenceCalls[K]>[0]): Promise<boolean> {
		const answer: { ok: boolean; failure?: string } = await call(name, input)
		if (!answer.ok) onProblem(toProblem(answer.failure))
		return answer.ok
	}

	return {
		setLocked: locked => void act('room.lock', { locked }),
		setPermissions: changed => void act('room.set-permissions', changed),
		async muteAll(unmute) {
			// The people shown as unmuted change with the answers.
			const wereAllMuted = !isAnyUnmuted()
			// First, so that nobody unmutes themselves in between.
			if ((await act('room.set-permissions', { unmute })) && (await act('room.mute-all', null)))
				onMutedAll(wereAllMuted)
		},
		lowerHands: () => void act('room.lower-hands', null),
		setSpotlight: participantId => void act('room.set-spotlight', { participantId }),
		endMeeting: () => void act('room.end', null),
		keepMeeting: () => void act('room.keep', null),
		muteParticipant: participantId => void act('participant.mute', { participantId, source: 'microphone' }),
		stopCameraOf: participantId => void act('participant.mute', { participantId, source: 'camera' }),
		askToUnmute: participantId => void act('participant.ask-unmute', { participantId }),
		lowerHandOf: participantId => void act('participant.lower-hand', { participantId }),
		rename: (participantId, name) => void act('participant.rename', { participantId, name }),
		setOwnName: name => void act('name.set', { name }),
		setCoHost: (participantId, coHost) => void act('participant.set-co-host', { participantId, coHost }),
		handOverTo: participantId => void act('participant.hand-over', { participantId }),
		removeParticipant: participantId => void act('participant.remove', { participantId }),
		async allowAgain({ id, name }) {
			if (await act('participant.allow-again', { participantId: id })) onAllowedAgain(name)
		},
		reclaimHost: () => void act('host.claim', null),
		async startPoll(draft) {
			const answer = await call('poll.start', draft)
			return answer.ok
		},
		async answerPoll(id, optionIndex) {
			const answer = await call('poll.answer', { id, optionIndex })
			return answer.ok
		},
		endPoll: () => void act('poll.end', null),
		startRecording: () => void act('recording.start', null),
		stopRecording: () => void act('recording.stop', null),
	}
}

const problems: readonly string[] = [
	'role.not-allowed',
	'participant.missing',
	'participant.self',
	'name.invalid',
	'name.locked',
	'recording.running',
	'recording.finishing',
	'recording.off',
	'recording.media-elsewhere',
	'recording.no-ffmpeg',
	'recording.disk-full',
	'recording.too-many',
] satisfies ActionProblem[]

const toProblem = (failure = ''): ActionProblem => (problems.includes(failure) ? (failure as ActionProblem) : 'failed')
