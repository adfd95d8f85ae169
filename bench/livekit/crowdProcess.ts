import {
	connectParticipant,
	type Participant,
} from '../../apps/server/src/modules/room/adapters/testing/livekitParticipant/participant.ts'
import type { CrowdCommand, CrowdEvent } from './crowd.ts'

/** Some participants of a LiveKit room, with the native client. */
const participants: Participant[] = []
/** Sources that each participant receives, and the frames of those that are counted, by participant. */
const sources = new Map<string, Set<string>>()
const frames = new Map<string, number>()

const tell = (event: CrowdEvent) => process.send?.(event)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (command: CrowdCommand) => {
	if (command.kind === 'figures')
		return tell({
			kind: 'figures',
			sources: Object.fromEntries([...sources].map(([name, { size }]) => [name, size])),
			frames: [...frames.values()],
		})
	const { name, counts, publishes, receives } = command
	const received = new Set<string>()
	sources.set(name, received)
	if (counts) frames.set(name, 0)
	const participant = await connectParticipant(command, {
		onFrame: () => void frames.set(name, (frames.get(name) ?? 0) + 1),
		onSource(from) {
			received.add(from)
			return counts
		},
		onDisconnected: () => received.clear(),
		receives: source => receives.includes(source),
	})
	participants.push(participant)
	for (const source of publishes) {
		participant.publish(source)
		participant.feed(source)
	}
	tell({ kind: 'connected', name })
})
