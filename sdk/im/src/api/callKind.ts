import { type CallName, isWrite, packetNumber } from '@parley/im'
import type { CallKind } from '../session/requests.ts'

/** Delivery properties of any call in the table. */
export const callKindOf = (name: CallName): CallKind => ({ number: packetNumber(name), isWrite: isWrite(name) })
