import { type CallName, isWrite, packetNumber } from '@parley/im'
import type { CallKind } from '../session/requests.ts'

/** How any call of the table travels. */
export const callKindOf = (name: CallName): CallKind => ({ number: packetNumber(name), isWrite: isWrite(name) })
