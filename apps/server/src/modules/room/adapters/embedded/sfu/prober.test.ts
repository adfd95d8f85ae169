import { expect, test } from 'vitest'
import type { BandwidthEstimator } from './bandwidthEstimator.ts'
import type { PacketSender } from './packetSender.ts'
import { Prober } from './prober.ts'
import type { VideoSubscription } from './videoSubscription.ts'

/** A prober whose estimator and line are the test. */
function aProber() {
	const estimator = {
		bitsPerSecond: 300_000 as number | undefined,
		arrivedBitsPerSecond: 200_000,
		hasProbeFailed: false,
		isCalm: true,
		isProbing: false,
		cutAtMs: Number.NEGATIVE_INFINITY,
		targets: [] as number[],
		startProbe(bitsPerSecond: number) {
			estimator.targets.push(bitsPerSecond)
			estimator.isProbing = true
		},
	}
	const sender = { sentBytes: 0 }
	const subscription = {
		isOpen: true,
		sendPadding() {
			if (subscription.isOpen) sender.sentBytes += 313
		},
	}
	const prober = new Prober(estimator as unknown as BandwidthEstimator, sender as unknown as PacketSender)
	let nowMs = 100_000
	return {
		estimator,
		sender,
		subscription,
		/** Wants so much for some time; a probe ends with its padding. Returns when probes began. */
		want(bitsPerSecond: number, ms: number): number[] {
			const startedAtMs: number[] = []
			for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 20) {
				const before = estimator.targets.length
				prober.probeFor(bitsPerSecond, subscription as unknown as VideoSubscription, nowMs)
				if (estimator.targets.length > before) startedAtMs.push(nowMs)
				prober.tick(nowMs)
				if (nowMs - (startedAtMs.at(-1) ?? 0) > 300) estimator.isProbing = false
			}
			return startedAtMs
		},
	}
}

const waits = (startedAtMs: number[]) => startedAtMs.slice(1).map((atMs, index) => atMs - (startedAtMs[index] ?? 0))

test('[ROOM-83] a probe sends padding up to what is wanted, but in steps, and only beyond the estimate', () => {
	const { estimator, sender, want } = aProber()
	expect(want(290_000, 3_000)).toEqual([])
	want(400_000, 1_000)
	expect(estimator.targets).toEqual([400_000])
	// A fifth of a second.
	expect(sender.sentBytes).toBeGreaterThan(9_000)
	expect(sender.sentBytes).toBeLessThan(10_400)
	want(5_000_000, 3_000)
	expect(estimator.targets[1]).toBe(300_000 * 1.8 + 50_000)
})

test('[ROOM-83] after failures the waits grow to eight seconds, and steps start from what arrives', () => {
	const { estimator, want } = aProber()
	estimator.hasProbeFailed = true
	const startedAtMs = want(5_000_000, 60_000)
	expect(waits(startedAtMs).slice(0, 4)).toEqual([6_000, 8_000, 8_000, 8_000])
	expect(estimator.targets.at(-1)).toBe(200_000 * 1.8 + 50_000)
	estimator.hasProbeFailed = false
	expect(waits(want(5_000_000, 10_000))[0]).toBeLessThanOrEqual(1_520)
})

test('[ROOM-83] nothing is probed while packets wait, soon after a cut, or without feedback', () => {
	const { estimator, want } = aProber()
	estimator.isCalm = false
	expect(want(5_000_000, 5_000)).toEqual([])
	estimator.isCalm = true
	estimator.bitsPerSecond = undefined
	expect(want(5_000_000, 5_000)).toEqual([])
	estimator.bitsPerSecond = 300_000
	estimator.cutAtMs = 110_000
	expect(want(5_000_000, 2_900)).toEqual([])
	expect(want(5_000_000, 1_000)).toHaveLength(1)
})

test('a line that closes during a probe ends it', () => {
	const { subscription, sender, want } = aProber()
	subscription.isOpen = false
	want(5_000_000, 1_000)
	expect(sender.sentBytes).toBe(0)
})
