import type { MediaSource } from '@parley/room'

/** A command of the test to the process of a participant. */
export type ParticipantCommand =
	| { kind: 'connect'; url: string; token: string }
	| { kind: 'publish' | 'unpublish' | 'feed'; source: MediaSource }
	| { kind: 'close' }

/** A message of that process to the test; `frame` names the participant and the source, separated by a space. */
export type ParticipantEvent =
	| { kind: 'connected' }
	| { kind: 'refused'; reason: string }
	| { kind: 'disconnected' }
	| { kind: 'frame'; from: string }
