export { KeptChat } from './KeptChat.tsx'
