// Written by `npm run web:types` from the service's OpenAPI document.
export type BareHealth = { status: "ok" | "draining" }
export type Error = { error: { message: string; type: string; code: string; param?: string; request_id: string; details?: Array<{ path: string; message: string }>; hint?: string } }
export type Health = { status: "ok" | "degraded" | "draining"; service: string; version: string; time: string; checks: { database: { ok: boolean; latency_ms: number } } }
export type LiveTranscription = { id: string; text: string; partial: string; next_sequence: number; seconds: number; expires_at: string }
export type NewLiveTranscription = { language?: string; model?: string; prompt?: string; session_id?: string; datasource_id?: string }
export type SpeechConfig = { engine: "none" | "openai-compatible" | "provider" | "whisper"; model: string; base_url: string | null; has_api_key: boolean; provider_id: string | null; language: string | null; max_file_bytes: number; formats: Array<"mp3" | "mp4" | "m4a" | "wav" | "webm" | "ogg" | "flac">; optimize: { enabled: boolean; model: string | null }; embedded: { ready: boolean; models: Array<string>; missing: Array<string>; command: string | null } | null }
export type SpeechConfigChange = { engine?: "none" | "openai-compatible" | "provider" | "whisper"; model?: string; base_url?: string | null; provider_id?: string | null; api_key?: string | null; language?: string | null; optimize?: { enabled?: boolean; model?: string | null } }
export type StoredRecording = { id: string; recording_id: string; user_id: string; session_id: string | null; message_id: string | null; format: "mp3" | "mp4" | "m4a" | "wav" | "webm" | "ogg" | "flac"; size: number; seconds: number | null; created_at: string }
export type StoredRecordingPage = { items: Array<StoredRecording>; total: number; page: number; page_size: number; total_pages: number; has_next: boolean; has_prev: boolean; next_cursor: string | null }
export type Transcription = { text: string; raw_text?: string; optimized?: boolean; corrections?: Array<TranscriptionCorrection>; warnings?: Array<string>; recording_id?: string; no_speech?: true; task?: "transcribe" | "translate"; language?: string | null; duration?: number | null; segments?: Array<{ id: number; start: number; end: number; text: string }>; words?: Array<{ word: string; start: number; end: number }>; usage?: { type: "duration"; seconds: number } }
export type TranscriptionCorrection = { from: string; to: string; start: number; end: number; source: string }
export type AudioOperations = {
  'DELETE /audio/live/{live_id}': { path: { live_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'DELETE /audio/recordings/{recording_id}': { path: { recording_id: string }; query: Record<string, never>; body: undefined; reply: null }
  'GET /audio/config': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: SpeechConfig }
  'GET /audio/live/{live_id}': { path: { live_id: string }; query: Record<string, never>; body: undefined; reply: LiveTranscription }
  'GET /audio/live/{live_id}/events': { path: { live_id: string }; query: Record<string, never>; body: undefined; reply: string }
  'GET /audio/recordings': { path: Record<string, never>; query: { page?: number; page_size?: number; order?: "asc" | "desc"; created_from?: string; created_to?: string; session_id?: string }; body: undefined; reply: Array<StoredRecording> }
  'GET /audio/recordings/paginated': { path: Record<string, never>; query: { page?: number; page_size?: number; order?: "asc" | "desc"; created_from?: string; created_to?: string; cursor?: string; session_id?: string }; body: undefined; reply: StoredRecordingPage }
  'GET /audio/recordings/{recording_id}': { path: { recording_id: string }; query: Record<string, never>; body: undefined; reply: StoredRecording }
  'GET /audio/recordings/{recording_id}/file': { path: { recording_id: string }; query: Record<string, never>; body: undefined; reply: string }
  'GET /health': { path: Record<string, never>; query: Record<string, never>; body: undefined; reply: Health | BareHealth }
  'PATCH /audio/config': { path: Record<string, never>; query: Record<string, never>; body: SpeechConfigChange; reply: SpeechConfig }
  'POST /audio/live': { path: Record<string, never>; query: Record<string, never>; body: NewLiveTranscription; reply: LiveTranscription }
  'POST /audio/live/{live_id}/finish': { path: { live_id: string }; query: { optimize?: boolean }; body: undefined; reply: Transcription }
  'POST /audio/live/{live_id}/pieces': { path: { live_id: string }; query: Record<string, never>; body: FormData; reply: LiveTranscription }
  'POST /audio/openai/v1/audio/transcriptions': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'POST /audio/openai/v1/audio/translations': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'POST /audio/transcriptions': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'POST /audio/translations': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'POST /llm/openai/v1/audio/transcriptions': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'POST /llm/openai/v1/audio/translations': { path: Record<string, never>; query: { optimize?: boolean }; body: FormData; reply: Transcription }
  'PUT /audio/config': { path: Record<string, never>; query: Record<string, never>; body: SpeechConfigChange; reply: SpeechConfig }
  'PUT /audio/recordings/{recording_id}/messages/{message_id}': { path: { recording_id: string; message_id: string }; query: Record<string, never>; body: undefined; reply: StoredRecording }
}
