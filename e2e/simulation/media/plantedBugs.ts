import type { PlantedBug } from '../plantedBugs.ts'

const session = 'apps/web/src/media/embedded/embeddedSession.ts'
const engine = 'apps/server/src/modules/room/adapters/embedded'

const bug = (name: string, file: string, ...edits: PlantedBug['edits']): PlantedBug => ({ name, file, edits })

export const plantedBugs: PlantedBug[] = [
	bug(
		'the loss of an earlier connection ends the new one',
		session,
		{
			find: 'if (!lost || !connection || lost.connectionId === connection.id) loseConnection()',
			replace: 'void lost\n\t\tloseConnection()',
		},
		{
			find: '\t\tpreparing = undefined\n\t\tclearTimeout(connectTimeout)',
			replace: '\t\tclearTimeout(connectTimeout)',
		},
	),
	bug('an earlier connection of a participant stays open', `${engine}/sfu/sfu.ts`, {
		find: 'if (known) room.remove(known)',
		replace: '',
	}),
	bug('a prepared connection outlives its socket', `${engine}/embeddedEngine.ts`, {
		find: "if (prepared.delete(connectionId)) child.command({ kind: 'remove', ...address })",
		replace: '',
	}),
	bug('the socket that is replaced ends the new one', `${engine}/embeddedEngine.ts`, {
		find: '\t\t\t\tif (isCurrent()) sockets.delete(address)',
		replace: '\t\t\t\tsockets.delete(address)',
	}),
	bug('events are lost while a connection is admitted', `${engine}/embeddedEngine.ts`, {
		find: '\t\tsockets.set(address, deliver)\n\t\tconst answer = await requestConnection(granted, found && !own ? null : connectionId, room.maxParticipants)',
		replace:
			'\t\tconst answer = await requestConnection(granted, found && !own ? null : connectionId, room.maxParticipants)\n\t\tsockets.set(address, deliver)',
	}),
	bug('a page does not connect again after a loss', 'apps/web/src/features/room/mediaConnection.ts', {
		find: "if (event.state === 'lost') scheduleRetry()",
		replace: '',
	}),
	bug('the socket of an admitted connection is forgotten', `${engine}/embeddedEngine.ts`, {
		find: 'participantKey(own.preparedAddress.roomId, own.preparedAddress.participantId)',
		replace: 'participantKey(own.address.roomId, own.address.participantId)',
	}),
]
