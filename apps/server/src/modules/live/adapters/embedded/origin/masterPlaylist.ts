import type { LiveDefinition } from '../../../index.ts'
import { livePlaylist } from './playlistPaths.ts'

/** Returns the text that lets a player choose among the definitions. @param query with its `?`, or empty */
export function masterPlaylist(definitions: readonly LiveDefinition[], query: string): string {
	const lines = ['#EXTM3U', '#EXT-X-VERSION:9']
	for (const { name, width, height, bitsPerSecond, averageBitsPerSecond, framesPerSecond, codecs } of definitions) {
		const attributes = [
			`BANDWIDTH=${bitsPerSecond}`,
			...(averageBitsPerSecond !== undefined ? [`AVERAGE-BANDWIDTH=${averageBitsPerSecond}`] : []),
			...(width && height ? [`RESOLUTION=${width}x${height}`] : []),
			...(framesPerSecond ? [`FRAME-RATE=${framesPerSecond.toFixed(3)}`] : []),
			`CODECS="${codecs}"`,
		]
		lines.push(`#EXT-X-STREAM-INF:${attributes.join()}`, `${livePlaylist(name)}${query}`)
	}
	return `${lines.join('\n')}\n`
}
