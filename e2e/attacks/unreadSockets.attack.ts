import { livePublishPath } from '@parley/api'
import { imPaths } from '@parley/im'
import { roomPaths } from '@parley/room'
import { clientFrame, openUnreadSocket } from '../../apps/server/src/platform/testing/unreadSocket.ts'
import { type Attack, withServer } from './attack.ts'
import { costText, measureCost } from './residentMemory.ts'

const paths = [imPaths.socket, roomPaths.socket, livePublishPath]
const frames = [clientFrame(`40/${'x'.repeat(60_000)},`), clientFrame('x'.repeat(125), 9), clientFrame('40/x,')]
const mebibyte = 1024 * 1024
const bytesOfOne = 500 * mebibyte
const msOfEach = 4_000
/**
 * Most memory allowed: a server that decodes half a gigabyte per second produces much garbage. Without the limits it kept
 * 600 MiB.
 */
const maxGrowthMiB = 250

export const attack: Attack = {
	tried: `${bytesOfOne / mebibyte} MiB of frames that are answered (a foreign namespace of 60,000 characters, pings, short packets), never read, on sockets of messaging, rooms and publishing phones, reconnecting whenever one is closed`,
	run: () =>
		withServer({}, async server => {
			let sent = 0
			let opened = 0
			let closed = 0
			const cost = await measureCost(server, async () => {
				for (const path of paths) {
					for (const frame of frames) {
						const until = Date.now() + msOfEach / frames.length
						while (Date.now() < until) {
							const socket = await openUnreadSocket(server.url, path).catch(() => undefined)
							// Its address has too many connections.
							if (!socket) break
							opened++
							sent += await socket.flood(frame, bytesOfOne)
							if (socket.isClosed()) closed++
						}
					}
				}
			})
			const growth = cost.peak - cost.before
			return {
				result: `${(sent / mebibyte).toFixed(0)} MiB were accepted on ${opened} connections, ${closed} of which were cut off; ${costText(cost)}`,
				holds: closed === opened && growth < maxGrowthMiB,
			}
		}),
}
