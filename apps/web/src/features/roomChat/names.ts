import { toChatUserId } from '@parley/room'
import type { JoinedRoom } from '../room/index.ts'
import type { ChatMessage } from './chatMessages.ts'

/** Returns the name of a person by their id in messaging, as it is in the room now; undefined if they have left. */
export const personOf = (userId: string, { people }: Pick<JoinedRoom, 'people'>) =>
	people.find(({ id }) => toChatUserId(id) === userId)

/** Returns the name of the author: the one they have now, or had when they wrote it. */
export const nameOf = ({ userId, name }: Pick<ChatMessage, 'userId' | 'name'>, room: Pick<JoinedRoom, 'people'>) =>
	personOf(userId, room)?.name ?? name
