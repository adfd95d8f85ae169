import { readFileSync } from 'node:fs'
import type { ParleyServer } from '../fixtures/server.ts'

const sampleEveryMs = 50
const settleMs = 2_000

/** Memory of a server during an attack, in MiB, and the waiting time of another client. */
export interface Cost {
	before: number
	peak: number
	/** The longest wait of `/readyz`, in ms. */
	slowestMs: number
}

/** Runs an attack and measures its cost for the server. Reads `/proc`, so it needs Linux. */
export async function measureCost(server: ParleyServer, run: () => Promise<unknown>): Promise<Cost> {
	// Garbage of the start is collected first, or it would count as part of the cost.
	await new Promise(resolve => setTimeout(resolve, settleMs))
	const before = residentMiB(server)
	const cost = { before, peak: before, slowestMs: 0 }
	let isOver = false
	const sampling = setInterval(() => {
		cost.peak = Math.max(cost.peak, residentMiB(server))
	}, sampleEveryMs)
	async function ask() {
		while (!isOver) {
			const started = performance.now()
			await fetch(`${server.url}/readyz`).then(response => response.text())
			cost.slowestMs = Math.max(cost.slowestMs, performance.now() - started)
			await new Promise(resolve => setTimeout(resolve, sampleEveryMs))
		}
	}
	const asking = ask()
	try {
		await run()
	} finally {
		isOver = true
		clearInterval(sampling)
		await asking
	}
	return cost
}

export const costText = ({ before, peak, slowestMs }: Cost): string =>
	`memory ${before.toFixed(0)} → ${peak.toFixed(0)} MiB at most, another client waited ${slowestMs.toFixed(0)} ms at most`

function residentMiB(server: ParleyServer): number {
	const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.processId()}/status`, 'utf8')) ?? []
	return Number(kibibytes) / 1024
}
