import { Counter, Gauge, type Registry } from 'prom-client'
import type { EngineStats, MediaEngine } from './mediaEngine.ts'
import type { RoomCounts } from './service.ts'

/** Metrics of this server's rooms and participants. */
export function measureRooms(registry: Registry, counts: () => RoomCounts) {
	new Gauge({
		name: 'parley_rooms',
		help: 'Open rooms',
		registers: [registry],
		collect() {
			this.set(counts().rooms)
		},
	})
	new Gauge({
		name: 'parley_room_participants',
		help: 'Participants in rooms, connected or disconnected and within the grace period',
		labelNames: ['state'],
		registers: [registry],
		collect() {
			const { connected, disconnected } = counts()
			this.set({ state: 'connected' }, connected)
			this.set({ state: 'disconnected' }, disconnected)
		},
	})
}

/** Metrics of the media engine: whether it responds, and its traffic where it counts that (OPS-10). */
export function measureMedia(registry: Registry, engine: Pick<MediaEngine, 'health' | 'stats'>) {
	new Gauge({
		name: 'parley_media_up',
		help: '1 while the media engine responds',
		registers: [registry],
		async collect() {
			const isUp = await engine.health().then(
				({ ok }) => ok,
				() => false,
			)
			this.set(isUp ? 1 : 0)
		},
	})
	if (engine.stats) measureTraffic(registry, engine.stats)
}

function measureTraffic(registry: Registry, stats: () => Promise<EngineStats>) {
	/** The engine is queried once per scrape, by whichever metric comes first. */
	let asked: Promise<EngineStats | undefined> | undefined
	const ask = () => {
		asked ??= stats()
			.catch(() => undefined)
			.finally(() => {
				asked = undefined
			})
		return asked
	}
	new Gauge({
		name: 'parley_media_connections',
		help: 'Participants connected to the media engine',
		registers: [registry],
		async collect() {
			this.set((await ask())?.peers ?? 0)
		},
	})
	const byDirection = (name: string, help: string, of: (found: EngineStats) => { in: number; out: number }) =>
		new Counter({
			name,
			help,
			labelNames: ['direction'],
			registers: [registry],
			async collect() {
				const found = await ask()
				if (!found) return
				this.reset()
				for (const [direction, count] of Object.entries(of(found))) this.inc({ direction }, count)
			},
		})
	byDirection('parley_media_packets_total', 'Packets of audio and video since the engine started', found => ({
		in: found.packetsIn,
		out: found.packetsOut,
	}))
	byDirection('parley_media_packets_lost_total', 'Lost packets since the engine started', found => ({
		in: found.lostIn,
		out: found.lostOut,
	}))
	new Gauge({
		name: 'parley_media_resident_bytes',
		help: 'Memory of the media engine',
		registers: [registry],
		async collect() {
			this.set((await ask())?.residentBytes ?? 0)
		},
	})
}
