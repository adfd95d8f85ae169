import { type DeviceInfo, type Flow, type FlowUpload, imLimits, imPaths } from '@parley/im'
import type { Environment } from '../core/environment.ts'

export interface FlowEntry {
	/** Time of the entry, in milliseconds since 1970. */
	ts: number
	type: string
	code?: number
	reason?: string
}

export interface FlowLog {
	add(entry: FlowEntry): void
	/** @returns whether it was accepted */
	sendDevice(app: { appId: string; appVersion?: string | undefined }): Promise<boolean>
	/** The page is being left. */
	leave(): void
}

const maxReasonCharacters = 200
/** A single line: a stack trace is useless to an operator. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * A log of connection events, uploaded ten at a time or after 5 s (IMH-03, IMH-04); for the operator, never awaited.
 */
export function createFlowLog(deps: { env: Environment; server(): string; deviceId(): Promise<string> }): FlowLog {
	const { env, server } = deps
	let flows: Flow[] = []
	let stopTimer: (() => void) | undefined

	const post = (path: string, body: object, last = false) =>
		env.http({ method: 'POST', url: server() + path, body: JSON.stringify(body), last })

	async function upload(last = false) {
		stopTimer?.()
		stopTimer = undefined
		if (flows.length === 0) return
		const batch = flows
		flows = []
		try {
			const body: FlowUpload = { key: await deps.deviceId(), flows: batch }
			await post(imPaths.flow, body, last)
		} catch (error) {
			env.log(`flow logs not accepted: ${reasonOf(error)}`)
			// Sent with the next ones; beyond the limit the oldest are dropped.
			flows = [...batch, ...flows].slice(-imLimits.maxFlowsPerUpload)
		}
	}
	return {
		add({ ts, type, code, reason }) {
			flows.push({
				ts: Math.max(0, Math.round(ts)),
				type,
				...(code === undefined ? {} : { code }),
				...(reason === undefined ? {} : { reason: reason.slice(0, maxReasonCharacters) }),
			})
			flows = flows.slice(-imLimits.maxFlowsPerUpload)
			if (flows.length % imLimits.flowBatch === 0) void upload()
			else stopTimer ??= env.after(imLimits.flowDelayMs, () => void upload())
		},
		async sendDevice({ appId, appVersion = '' }) {
			const info: DeviceInfo = {
				deviceId: await deps.deviceId(),
				// IMH-11
				device: env.device.slice(0, imLimits.deviceNameLength),
				sdkVersion: imLimits.sdkVersion,
				appId,
				appVersion,
			}
			try {
				await post(imPaths.device, info)
				return true
			} catch (error) {
				env.log(`device information not accepted: ${reasonOf(error)}`)
				return false
			}
		},
		leave: () => void upload(true),
	}
}
