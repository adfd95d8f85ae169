import * as v from 'valibot'
import * as imLimits from './limits.ts'
import { Ts } from './messages.ts'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** The SDK's report about its environment, sent once per page (IMH-01, IMH-11). */
export const DeviceInfo = v.looseObject({
	deviceId: text(imLimits.deviceIdLength),
	device: text(imLimits.deviceNameLength),
	sdkVersion: text(32),
	appId: text(64),
	appVersion: v.optional(text(64), ''),
})
export type DeviceInfo = v.InferInput<typeof DeviceInfo>

/** One thing that happened to a connection; `type` is free, as `connectError`. */
export const Flow = v.looseObject({
	ts: Ts,
	type: text(64),
	code: v.optional(v.number()),
	reason: v.optional(text(200)),
})
export type Flow = v.InferInput<typeof Flow>

/** IMH-02; `key` is the device id. */
export const FlowUpload = v.looseObject({
	key: text(imLimits.deviceIdLength),
	flows: v.pipe(v.array(Flow), v.minLength(1), v.maxLength(imLimits.maxFlowsPerUpload)),
})
export type FlowUpload = v.InferInput<typeof FlowUpload>

/** Online status of the people in a conversation (IMH-05, IMH-08). */
export const UserOnline = {
	input: v.looseObject({
		/** User ids to look up, separated by commas. */
		userId: text(4_096),
		bizType: v.optional(v.union([v.number(), text(64)]), ''),
		subBizType: v.optional(v.union([v.number(), text(64)]), ''),
	}),
	answer: v.looseObject({ code: v.number(), onlineUsers: v.array(v.string()) }),
}
export type UserOnlineInput = v.InferInput<typeof UserOnline.input>
export type UserOnlineAnswer = v.InferOutput<typeof UserOnline.answer>
