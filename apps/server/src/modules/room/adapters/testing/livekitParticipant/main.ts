import type { ParticipantCommand, ParticipantEvent } from './ipc.ts'
import { connectParticipant, type Participant } from './participant.ts'

const tell = (event: ParticipantEvent) => process.send?.(event)
/** Threads of the native client can keep a process from ending by itself. */
const end = () => process.kill(process.pid, 'SIGKILL')

let participant: Participant | undefined

process.on('disconnect', end)
process.on('message', async (command: ParticipantCommand) => {
	switch (command.kind) {
		case 'connect':
			try {
				participant = await connectParticipant(command, {
					onFrame: from => tell({ kind: 'frame', from }),
					onDisconnected: () => tell({ kind: 'disconnected' }),
				})
				tell({ kind: 'connected' })
			} catch (error) {
				tell({ kind: 'refused', reason: String(error) })
			}
			return
		case 'close':
			await participant?.close()
			return end()
		default:
			participant?.[command.kind](command.source)
	}
})
