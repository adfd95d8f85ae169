import * as v from 'valibot'

/** The devices a participant is sending, as the others see them. */
export const SendingState = v.object({ microphone: v.boolean(), camera: v.boolean() })
export type SendingState = v.InferOutput<typeof SendingState>
