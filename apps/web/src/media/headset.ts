import type { DeviceListApi } from './deviceList.ts'
import { findSpeaker as findChosenSpeaker } from './playback.ts'

export interface HeadsetEvents {
	/** The headset that sound was played to is gone, and the system plays to its loudspeaker. */
	onGone(): void
	/** A headset is there again. */
	onBack(): void
}

export interface HeadsetWatch {
	/** Looks at the devices again, because they have names only once the person has given permission. */
	refresh(): void
	stop(): void
}

export interface HeadsetDeps {
	access: DeviceListApi | undefined
	/** The id of the chosen loudspeaker; undefined where it is gone, or the default of the system. */
	findSpeaker(): Promise<string | undefined>
}

interface Outputs {
	/** The ids of the headsets that are plugged in or connected. */
	headsets: ReadonlySet<string>
	/** The id of the device that plays; undefined where the browser does not tell. */
	used: string | undefined
}

/** No browser tells what kind of device one is. */
const headsetName =
	/head-?(?:set|phone)|ear-?(?:bud|phone|pod|piece)|airpods|\bbuds\b|hands-?free|bluetooth|耳机|耳麦|蓝牙/i

/** Calls back when a headset comes or goes in the middle of a call (ROOM-201). */
export function watchHeadset(
	{ onGone, onBack }: HeadsetEvents,
	{ access, findSpeaker }: HeadsetDeps = { access: navigator.mediaDevices, findSpeaker: findChosenSpeaker },
): HeadsetWatch {
	let isStopped = false
	let isGone = false
	/** One look after the other. */
	let latest: Promise<Outputs> = Promise.resolve({ headsets: new Set(), used: undefined })

	function refresh() {
		latest = latest.then(async before => (isStopped ? before : look()))
	}

	function compare() {
		latest = latest.then(async before => {
			const now = await look()
			if (!isStopped) tell(before, now)
			return now
		})
	}

	function tell(before: Outputs, now: Outputs) {
		const isHeadsetUsed = now.used !== undefined && now.headsets.has(now.used)
		const gone = [...before.headsets].filter(id => !now.headsets.has(id))
		const isUsedGone = gone.length > 0 && (before.used === undefined || gone.includes(before.used))
		if (isUsedGone && !isHeadsetUsed) {
			isGone = true
			onGone()
		} else if (isGone && [...now.headsets].some(id => !before.headsets.has(id))) {
			isGone = false
			onBack()
		}
	}

	async function look(): Promise<Outputs> {
		const devices = (await access?.enumerateDevices().catch(() => [])) ?? []
		const all = devices.filter(({ kind, label }) => kind === 'audiooutput' && label !== '')
		// Safari lists no outputs, but the microphone of a headset.
		const audio = all.length > 0 ? all : devices.filter(({ kind }) => kind === 'audioinput')
		const isAlias = ({ deviceId }: MediaDeviceInfo) => deviceId === 'default' || deviceId === 'communications'
		const real = audio.filter(device => !isAlias(device))
		const standard = all.find(({ deviceId }) => deviceId === 'default')
		const chosen = await findSpeaker()
		return {
			headsets: new Set(real.filter(({ label }) => headsetName.test(label)).map(({ deviceId }) => deviceId)),
			used: chosen ?? real.find(({ groupId }) => groupId === standard?.groupId)?.deviceId,
		}
	}

	access?.addEventListener('devicechange', compare)
	refresh()
	return {
		refresh,
		stop() {
			isStopped = true
			access?.removeEventListener('devicechange', compare)
		},
	}
}
