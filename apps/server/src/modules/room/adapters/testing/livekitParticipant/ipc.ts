import type { MediaSource } from '@parley/room'

/** What the test tells the process of a participant. */
export type ParticipantCommand =
	| { kind: 'connect'; url: string; token: string }
	| { kind: 'publish' | 'unpublish' | 'feed'; source: MediaSource }
	| { kind: 'close' }

/** What the process tells the test; `frame` names the participant and the source, separated by a space. */
export type ParticipantNews =
	| { kind: 'connected' }
	| { kind: 'refused'; reason: string }
	| { kind: 'disconnected' }
	| { kind: 'frame'; from: string }
