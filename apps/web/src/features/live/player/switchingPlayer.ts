import type { LivePlayer, LivePlayerEvents } from './livePlayer.ts'
import { createNativePlayer } from './nativePlayer.ts'
import type { LatencyMode } from './playerSettings.ts'

type CreatePlayer = (video: HTMLVideoElement, events: LivePlayerEvents) => LivePlayer

/** Undefined if hls.js turns out not to run here. */
export type LoadHlsPlayer = () => Promise<CreatePlayer | undefined>

/** Safari: it plays natively, and with hls.js while the viewer wants low latency. */
export function createSwitchingPlayer(
	video: HTMLVideoElement,
	events: LivePlayerEvents,
	loadHlsPlayer: LoadHlsPlayer,
): LivePlayer {
	let mode: LatencyMode = 'stable'
	let player = createNativePlayer(video, events)
	/** Number of the current source: one that arrives while hls.js is loading counts, earlier ones do not. */
	let turn = 0
	let isRewound = false

	function change(next: LatencyMode, create: CreatePlayer) {
		player.close()
		mode = next
		// Media Source Extensions cannot play on another screen; hls.js tells the element so.
		video.disableRemotePlayback = false
		player = create(video, events)
		if (isRewound) player.setRewound(true)
	}

	return {
		load(source) {
			const current = ++turn
			if (source.mode === mode) return player.load(source)
			if (source.mode === 'stable') {
				change('stable', createNativePlayer)
				return player.load(source)
			}
			loadHlsPlayer().then(
				create => {
					if (current !== turn) return
					if (create) change('low', create)
					player.load(source)
				},
				() => current === turn && player.load(source),
			)
		},
		remedy: remedy => player.remedy(remedy),
		setRewound(next) {
			isRewound = next
			player.setRewound(next)
		},
		isAtEnd: () => player.isAtEnd(),
		goToLive: () => player.goToLive(),
		stats: () => player.stats(),
		close() {
			turn++
			player.close()
		},
	}
}
