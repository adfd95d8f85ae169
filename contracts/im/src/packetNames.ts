import { type LogEventName, logEventNumbers } from './exchangePackets.ts'
import { isCall, isPush, type PacketName, packetNumbers } from './packets.ts'

/** In the order of their numbers. */
const names = (Object.keys(packetNumbers) as PacketName[]).sort((a, b) => packetNumbers[a] - packetNumbers[b])
export const callNames = names.filter(isCall)
export const pushNames = names.filter(isPush)
export const logEventNames = Object.keys(logEventNumbers) as LogEventName[]
