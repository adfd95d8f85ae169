import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import type { NodeAddress, NodeCalls } from '../../../../../platform/nodeCalls.ts'
import type { Tunnels } from '../../../../../platform/tunnels.ts'
import type { LiveStreamId } from '../../../index.ts'
import type { FlvTag } from '../../../ingest.ts'
import { writeAmf0 } from '../flv/amf0.ts'

/**
 * The node with the streams asks the node of a room for a ticket (`live.composeMeeting`), opens a tunnel to it, writes the
 * ticket as a line, and reads the composed meeting as FLV. The tunnel ends with the composition, and the composition
 * with the tunnel.
 */
export const composerTunnelPath = '/-/composed-meeting'

/** Line with which the node with the streams ends a broadcast; without it, the tunnel was lost. */
export const stopLine = 'stop'

/** Characters of the longest line. */
export const maxLineLength = 200

export const ComposeRequest = v.object({
	streamId: v.string(),
	meetingId: MeetingId,
	/** Id of the node that asks. */
	owner: v.string(),
})
export type ComposeRequest = v.InferOutput<typeof ComposeRequest>

export const ComposeAnswer = v.variant('ok', [
	v.object({ ok: v.literal(true), value: v.string() }),
	v.object({ ok: v.literal(false), failure: v.picklist(['noTranscoder', 'busy', 'unavailable']) }),
])
export type ComposeAnswer = v.InferOutput<typeof ComposeAnswer>

export const PublishRequest = v.object({ streamId: v.string(), meetingId: MeetingId })
export const PublishAnswer = v.variant('ok', [
	v.object({ ok: v.literal(true) }),
	v.object({ ok: v.literal(false), failure: v.picklist(['noTranscoder', 'busy', 'unavailable', 'ended', 'unknown']) }),
])

export const composerCalls = {
	/** True if the node has a transcoder. */
	canCompose: 'live.canComposeMeeting',
	compose: 'live.composeMeeting',
	/** Continues a broadcast on the node that has taken the streams over. */
	publish: 'live.publishMeeting',
} as const

/** Notes of the composer between its media. */
export const composerNotes = ['parley.interrupted', 'parley.roomEnded'] as const
export type ComposerNote = (typeof composerNotes)[number]

const noteBodies = composerNotes.map(note => ({ note, body: writeAmf0(note) }))

export const noteTag = (note: ComposerNote): FlvTag => ({ type: 'data', timestampMs: 0, body: writeAmf0(note) })

/** Returns the note in a tag; undefined for media. */
export const noteOf = ({ type, body }: FlvTag): ComposerNote | undefined =>
	type === 'data' ? noteBodies.find(known => known.body.equals(body))?.note : undefined

/** The nodes of the database, as publishing meetings needs them. */
export interface MeetingNodes {
	/** Id of this node. */
	id: string
	nodeCalls: Pick<NodeCalls, 'ask' | 'handle'>
	/** Returns the other node that has the room of a meeting; undefined if this node has it, or none. */
	findRoomNode(meetingId: MeetingId): Promise<NodeAddress | undefined>
	/** Removes a node, at whose address nothing listens, if its process has ended, which frees its rooms. */
	removeNodeIfEnded(node: NodeAddress): Promise<unknown>
	/** Returns the number of people in the room of a meeting, whichever node has it. */
	participantCount(meetingId: MeetingId): Promise<number>
}

export type ComposerTunnels = Pick<Tunnels, 'open' | 'accept'>

/** A meeting that is being broadcast. */
export interface PublishedMeeting {
	streamId: LiveStreamId
	meetingId: MeetingId
}
